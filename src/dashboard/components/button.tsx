import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Link } from "wouter";
import { Icon, type IconName } from "./icon.tsx";

type ButtonVariant = "primary" | "danger" | "danger primary" | "plain" | "";

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className"> & {
  variant?: ButtonVariant;
  icon?: IconName;
  /** Its work is under way; it stays in place and is not pressed twice. */
  busy?: boolean;
};

export function Button({ variant = "", icon, busy = false, children, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      className={`button ${variant}`}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A button that is an icon alone; the label is read out and shown on hover. */
export function IconButton({ icon, label, ...rest }: Props & { icon: IconName; label: string }) {
  return (
    <button
      type="button"
      className="button plain icon-only"
      aria-label={label}
      title={label}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}

export function LinkButton({
  to,
  variant = "",
  icon,
  children,
}: {
  to: string;
  variant?: ButtonVariant;
  icon?: IconName;
  children: ReactNode;
}) {
  return (
    <Link href={to} className={`button ${variant}`}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}
