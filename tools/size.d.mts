/** Bytes of each initial chunk, largest first, their sum, and react + react-dom alone; all gzipped. */
export function measureInitialJs(): Promise<{
  sizes: [bytes: number, file: string][]
  total: number
  base: number
}>
