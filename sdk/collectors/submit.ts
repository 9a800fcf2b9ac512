/** Forms submitted, and how many of their filled fields anybody filled by hand. */
import { atMost, type Watch } from "../watch.ts";
import { fieldSelector } from "./fields.ts";

/**
 * A field holds a value of the visit's own: not one that the merchant's page came with, such as a
 * returning guest's name or a preselected country, unless somebody touched it.
 */
function isFilled(field: Element, touched: boolean): boolean {
  if (field instanceof HTMLSelectElement) {
    const option = field.selectedOptions[0];
    return !!field.value && (touched || !(option?.defaultSelected || option?.index === 0));
  }
  const { type, value, defaultValue, checked, defaultChecked } = field as HTMLInputElement;
  if (type === "checkbox" || type === "radio") return checked && (touched || !defaultChecked);
  return value !== "" && (touched || value !== defaultValue);
}

export function watchSubmit(watch: Watch): void {
  watch.listen<SubmitEvent>(document, "submit", (event) => {
    let filled = 0;
    let touched = 0;
    for (const field of (event.target as HTMLFormElement).elements) {
      const wasTouched = watch.touched.has(field);
      if (!field.matches(fieldSelector) || !isFilled(field, wasTouched)) continue;
      filled++;
      if (wasTouched) touched++;
    }
    watch.emit({
      kind: "submit",
      trusted: event.isTrusted,
      filledFields: atMost(1e6, filled),
      touchedFields: atMost(1e6, touched),
    });
    // At once: the checkout's own server is about to ask for this booking's score.
    watch.flush();
  });
}
