/** A model's name and version, together and apart. */
import { DomainError } from "../../base/domain-error.ts";

export interface ModelName {
  name: string;
  version: string;
}

/** `NAME@VERSION`, which is also its folder in the library. */
export function fullName({ name, version }: ModelName): string {
  return `${name}@${version}`;
}

/** @throws DomainError model_not_found where the text is not NAME@VERSION. */
export function parseModelName(text: string): ModelName {
  const [name, version, ...rest] = text.split("@");
  if (!name || !version || rest.length > 0)
    throw new DomainError("model_not_found", { model: text });
  return { name, version };
}
