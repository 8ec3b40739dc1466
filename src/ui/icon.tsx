/** The icons. Lucide outlines with one stroke of 1.5 px at every size. */

import type { LucideIcon } from "lucide-react"
import { classNames } from "./class-names.ts"
import styles from "./icon.module.css"

export {
  AlignJustify,
  ArrowDown,
  ArrowDownToLine,
  ArrowLeft,
  ArrowLeftRight,
  ArrowRight,
  ArrowUp,
  ArrowUpDown,
  ArrowUpFromLine,
  ArrowUpRight,
  Bell,
  BookUser,
  Bot,
  CalendarDays,
  Camera,
  ChartArea,
  ChartCandlestick,
  ChartLine,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronsLeft,
  ChevronsRight,
  ChevronUp,
  CircleAlert,
  CircleCheck,
  Columns3Cog,
  Copy,
  Download,
  Equal,
  ExternalLink,
  Eye,
  EyeOff,
  FileText,
  Fingerprint,
  FlaskConical,
  Gift,
  Globe,
  GripVertical,
  Headset,
  History,
  House,
  IdCard,
  ImagePlus,
  Inbox,
  Info,
  Keyboard,
  Layers,
  LayoutDashboard,
  LayoutGrid,
  Link2,
  List,
  ListFilter,
  ListPlus,
  LocateFixed,
  Lock,
  LockOpen,
  LogIn,
  LogOut,
  Magnet,
  Mail,
  MapPin,
  Maximize2,
  Megaphone,
  Menu,
  MessageCircle,
  Minimize2,
  Minus,
  Moon,
  Palette,
  PanelLeft,
  Pause,
  Pencil,
  PencilRuler,
  Percent,
  Phone,
  Pin,
  Play,
  Plus,
  RectangleHorizontal,
  Redo2,
  Ruler,
  Save,
  Scale,
  Search,
  SearchX,
  Send,
  SeparatorVertical,
  Settings2,
  Share2,
  Shield,
  Slash,
  Smartphone,
  SquareArrowDown,
  SquareArrowUp,
  Star,
  Table2,
  Target,
  Timer,
  Trash2,
  TriangleAlert,
  Type,
  Undo2,
  UserRound,
  Wallet,
  WifiOff,
  Wrench,
  X,
  Zap,
} from "lucide-react"

export type Glyph = LucideIcon

interface IconProps {
  glyph: Glyph
  /** Edge in CSS px of a 16 px root; it grows with the text. */
  size?: 12 | 16 | 20 | 24 | 28
  /** Filled with the text's colour: a toggle that is on. */
  isFilled?: boolean
  className?: string | undefined
}

/** Decoration only: the name belongs on the control around it. */
export function Icon({ glyph: Drawing, size = 20, isFilled = false, className }: IconProps) {
  return (
    <Drawing
      aria-hidden="true"
      className={classNames(styles.icon, isFilled && styles.filled, className)}
      style={{ width: `${size / 16}rem`, height: `${size / 16}rem` }}
    />
  )
}
