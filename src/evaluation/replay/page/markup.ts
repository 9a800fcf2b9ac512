/** Formats text and numbers for the page. */

/** Text as HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

export const whole = (value: number): string => Math.round(value).toLocaleString("en-US");

/** A share as a percentage, with more digits the smaller it is. */
export function percent(part: number | null): string {
  if (part === null) return "–";
  const value = part * 100;
  if (value === 0) return "0 %";
  return `${value.toFixed(value >= 10 ? 1 : value >= 0.1 ? 2 : 3)} %`;
}

export function decimal(value: number | null, digits: number): string {
  return value === null ? "–" : value.toFixed(digits);
}

/** With its sign; "no change" for 0. */
export function signed(value: number, text: (value: number) => string = whole): string {
  if (value === 0) return "no change";
  return value > 0 ? `+${text(value)}` : `−${text(-value)}`;
}

export function rows(cells: readonly (readonly string[])[]): string {
  return cells
    .map(([head, ...rest]) => {
      const others = rest.map((cell) => `<td>${cell}</td>`).join("");
      return `<tr><th scope="row">${head}</th>${others}</tr>`;
    })
    .join("");
}

/** A table; cells are HTML. */
export function table(head: readonly string[], body: readonly (readonly string[])[]): string {
  const heads = head.map((cell) => `<th scope="col">${cell}</th>`).join("");
  return `<div class="wide"><table><thead><tr>${heads}</tr></thead><tbody>${rows(body)}</tbody></table></div>`;
}
