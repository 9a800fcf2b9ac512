/** What was asked of the registry cannot be done; one line says why and what to do. */
export class RegistryRefused extends Error {
  override readonly name = "RegistryRefused";
}
