import { TextArea } from "../../components/field.tsx";

/** The allowed origins of a key as text, one per line, and back. No text means any origin. */
export const originsText = (origins: readonly string[] | null) => origins?.join("\n") ?? "";

export function originsFrom(text: string): string[] | null {
  const origins = text.split(/[\s,]+/).filter(Boolean);
  return origins.length > 0 ? origins : null;
}

export function Origins({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (text: string) => void;
  error: string | undefined;
}) {
  return (
    <TextArea
      label="Allowed origins"
      hint="One per line. Only pages on these origins can use the key. Leave empty to allow any origin."
      placeholder={"https://www.hotel.example\nhttps://*.hotel.example"}
      error={error}
      value={value}
      onChange={onChange}
    />
  );
}
