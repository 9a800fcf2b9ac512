/** A model's name and version, together and apart. */
import { RegistryRefused } from "./refusal.ts";

export interface ModelName {
  name: string;
  version: string;
}

/** `NAME@VERSION`, which is also its folder in the library. */
export function fullName({ name, version }: ModelName): string {
  return `${name}@${version}`;
}

/** @throws RegistryRefused where the text is no NAME@VERSION. */
export function parseModelName(text: string): ModelName {
  const [name, version, ...rest] = text.split("@");
  if (!name || !version || rest.length > 0) {
    throw new RegistryRefused(`${text} is no NAME@VERSION; see: booking-risk model list`);
  }
  return { name, version };
}
