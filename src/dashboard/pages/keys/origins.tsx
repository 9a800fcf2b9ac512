import { TextArea } from "../../components/field.tsx";

/** A key's origins as text, one a line, and back; nothing is any origin. */
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
      hint="One a line. Only pages of these may send with the key; with none named, any may."
      placeholder={"https://www.hotel.example\nhttps://*.hotel.example"}
      error={error}
      value={value}
      onChange={onChange}
    />
  );
}
