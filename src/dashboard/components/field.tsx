/** Form fields. Label, hint and error message are associated with the input for screen readers. */
import { type InputHTMLAttributes, type ReactNode, useId, useState } from "react";

interface Common {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

function Field({ id, label, hint, error, children }: Common & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {sentence(error)}
        </p>
      )}
    </div>
  );
}

const describedBy = (id: string, { hint, error }: Common) =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;

/** The API's messages lack a subject ("must be …"). Here they become sentences. */
function sentence(message: string): string {
  const text = /^(must|is)\b/.test(message) ? `It ${message}` : message;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

type InputProps = Common & Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "id">;

export function TextField({ label, hint, error, ...rest }: InputProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input
        id={id}
        className="input"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { label, hint, error })}
        {...rest}
      />
    </Field>
  );
}

/** The name of an account, a key or a project. */
export function NameField({
  onChange,
  ...rest
}: Omit<InputProps, "onChange"> & { value: string; onChange: (name: string) => void }) {
  return (
    <TextField
      name="name"
      required
      maxLength={100}
      onChange={(event) => onChange(event.target.value)}
      {...rest}
    />
  );
}

export function PasswordField({ label, hint, error, ...rest }: InputProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className="password">
        <input
          id={id}
          className="input"
          type={shown ? "text" : "password"}
          spellCheck={false}
          autoCapitalize="off"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { label, hint, error })}
          {...rest}
        />
        <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? "Hide" : "Show"}
        </button>
      </div>
    </Field>
  );
}

export function NewPasswordField({
  label,
  error,
  value,
  onChange,
  autoFocus = false,
}: {
  label: string;
  error: string | undefined;
  value: string;
  onChange: (password: string) => void;
  autoFocus?: boolean;
}) {
  return (
    <PasswordField
      label={label}
      name="password"
      autoComplete="new-password"
      required
      autoFocus={autoFocus}
      hint="At least 12 characters. A few unrelated words are easy to remember."
      error={error}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

export function TextArea({
  label,
  hint,
  error,
  value,
  onChange,
  placeholder,
}: Common & { value: string; onChange: (text: string) => void; placeholder?: string }) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <textarea
        id={id}
        className="input mono"
        spellCheck={false}
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { label, hint, error })}
      />
    </Field>
  );
}

export function SelectField<Value extends string>({
  label,
  hint,
  error,
  value,
  options,
  onChange,
}: Common & {
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <select
        id={id}
        className="input"
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
        aria-describedby={describedBy(id, { label, hint, error })}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** A choice of a few options, each with a description. */
export function RadioCards<Value extends string>({
  label,
  value,
  options,
  onChange,
  disabled = false,
}: {
  label: string;
  /** Null where none is chosen. */
  value: Value | null;
  options: readonly { value: Value; label: string; description: ReactNode; badge?: ReactNode }[];
  onChange: (value: Value) => void;
  disabled?: boolean;
}) {
  const name = useId();
  return (
    <fieldset className="field" disabled={disabled}>
      <legend>{label}</legend>
      <div className="choices">
        {options.map((option) => (
          <label className="choice" key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <b>{option.label}</b>
            <span>{option.badge}</span>
            <span className="more">{option.description}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
