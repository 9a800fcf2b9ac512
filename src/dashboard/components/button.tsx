import type { ComponentProps, ReactNode } from "react";
import { Link } from "wouter";
import { Icon, type IconName } from "./icon.tsx";

type ButtonVariant = "primary" | "danger" | "danger primary" | "plain" | "";

type Props = Omit<ComponentProps<"button">, "className"> & {
  variant?: ButtonVariant;
  icon?: IconName;
  /** An action is in flight: the button keeps its place and focus, and ignores further presses. */
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

/** A button with an icon only. Screen readers announce the label; sighted users see it on hover. */
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
