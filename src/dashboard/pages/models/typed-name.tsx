/** The model's name, typed by whoever does something that a check speaks against. */
import { useState } from "react";
import { ApiProblem } from "../../api/client.ts";
import { TextField } from "../../components/field.tsx";

interface Typed {
  model: string;
  text: string;
  setText: (text: string) => void;
  /** @throws ApiProblem where it is not the model's name. */
  assert: () => void;
}

export function useTypedName(model: string): Typed {
  const [text, setText] = useState("");
  const assert = () => {
    if (text.trim() !== model) throw nameMismatch();
  };
  return { model, text, setText, assert };
}

/** @param action such as "promote it". */
export function TypedName({
  typed: { model, text, setText },
  action,
  error,
}: {
  typed: Typed;
  action: string;
  error: string | undefined;
}) {
  return (
    <TextField
      label={`To ${action} anyway, type ${model}`}
      name="typed"
      autoComplete="off"
      spellCheck={false}
      error={error}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

const nameMismatch = () =>
  new ApiProblem(422, {
    detail: "Type the model's name.",
    errors: [{ pointer: "/typed", message: "must be the model's name and version" }],
  });
