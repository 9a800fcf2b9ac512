/** Fields with their label, a hint, and what is wrong with them, tied together for every reader. */
import { type InputHTMLAttributes, type ReactNode, useId, useState } from "react";

interface Common {
  label: string;
  hint?: ReactNode;
  fault?: string | undefined;
}

function Frame({ id, label, hint, fault, children }: Common & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault && (
        <p className="fault" id={`${id}-fault`}>
          {sentence(fault)}
        </p>
      )}
    </div>
  );
}

const describedBy = (id: string, { hint, fault }: Common) =>
  [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(" ") || undefined;

/** The service says what a field must be; here that is a sentence. */
function sentence(fault: string): string {
  const text = /^(must|is)\b/.test(fault) ? `It ${fault}` : fault;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

type InputProps = Common & Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "id">;

export function TextField({ label, hint, fault, ...rest }: InputProps) {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} fault={fault}>
      <input
        id={id}
        className="input"
        aria-invalid={fault ? true : undefined}
        aria-describedby={describedBy(id, { label, hint, fault })}
        {...rest}
      />
    </Frame>
  );
}

export function PasswordField({ label, hint, fault, ...rest }: InputProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <Frame id={id} label={label} hint={hint} fault={fault}>
      <div className="password">
        <input
          id={id}
          className="input"
          type={shown ? "text" : "password"}
          spellCheck={false}
          autoCapitalize="off"
          aria-invalid={fault ? true : undefined}
          aria-describedby={describedBy(id, { label, hint, fault })}
          {...rest}
        />
        <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? "Hide" : "Show"}
        </button>
      </div>
    </Frame>
  );
}

export function TextArea({
  label,
  hint,
  fault,
  value,
  onChange,
  placeholder,
}: Common & { value: string; onChange: (text: string) => void; placeholder?: string }) {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} fault={fault}>
      <textarea
        id={id}
        className="input mono"
        spellCheck={false}
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={fault ? true : undefined}
        aria-describedby={describedBy(id, { label, hint, fault })}
      />
    </Frame>
  );
}

export function SelectField<Value extends string>({
  label,
  hint,
  fault,
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
    <Frame id={id} label={label} hint={hint} fault={fault}>
      <select
        id={id}
        className="input"
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
        aria-describedby={describedBy(id, { label, hint, fault })}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

/** One of a few, each with what it means. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
  disabled = false,
}: {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; more: ReactNode; badge?: ReactNode }[];
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
            <span className="more">{option.more}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
