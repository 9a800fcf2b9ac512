/** A program that not every machine has. */
export interface Program {
  name: string;
  isInstalled: boolean;
  /** A sentence that says how to install it. */
  install: string;
}
