/** What was asked of the registry cannot be done; one line says why and what to do. */
export class RegistryRefused extends Error {
  override readonly name = "RegistryRefused";
  /** `unproven`: no replay has shown that the model may be promoted; that can be overruled. */
  readonly reason: "unproven" | null;

  constructor(message: string, reason: "unproven" | null = null) {
    super(message);
    this.reason = reason;
  }
}
