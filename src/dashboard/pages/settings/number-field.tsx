/** Numbers that are typed into the forms of settings. */
import type { ComponentProps } from "react";
import { TextField } from "../../components/field.tsx";

type Props = Omit<ComponentProps<typeof TextField>, "onChange" | "value" | "autoComplete"> & {
  inputMode: "numeric" | "decimal";
  value: string;
  onType: (text: string) => void;
};

export function NumberField({ onType, ...rest }: Props) {
  return (
    <TextField {...rest} autoComplete="off" onChange={(event) => onType(event.target.value)} />
  );
}

/** -1, which no setting takes, where the text is no number: the answer says what it has to be. */
export const numberOf = (text: string) => (/^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : -1);

/** @param share 0 to 1. @returns its percentage without the digits that binary fractions add. */
export const percentTyped = (share: number) => String(Number((share * 100).toPrecision(12)));
