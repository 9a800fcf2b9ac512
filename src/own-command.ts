/** How this program is started again: an executable by itself, else Bun with its first file. */
export function ownCommand(): string[] {
  const inExecutable = /^(\/\$bunfs\/|[A-Z]:[\\/]~BUN)/.test(Bun.main);
  return inExecutable ? [process.execPath] : [process.execPath, Bun.main];
}
