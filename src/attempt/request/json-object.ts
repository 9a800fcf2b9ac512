import { isRecord } from "../../base/is-record.ts";

/** Parses untrusted text as a JSON object; null if it is not one, or is nested too deeply to parse. */
export function jsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
