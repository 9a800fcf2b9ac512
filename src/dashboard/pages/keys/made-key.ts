import type { KeyKind } from "../../../projects/keys.ts";

/** A key as it is in the one answer that has it. */
export interface MadeKey {
  keyId: string;
  kind: KeyKind;
  key: string;
  name: string;
}
