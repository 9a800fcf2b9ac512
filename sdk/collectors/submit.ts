/** Submitted forms, and how many of their filled fields received input events. */
import { emit, flush, listen } from "../events.ts";
import { type Field, fieldSelector, isAutofilled, isHidden } from "./fields.ts";
import { navigationType } from "./page.ts";

/** Fields that received an input event of any cause, or were restored by the browser. */
const touched = new WeakSet<EventTarget>();

/**
 * Whether a field has a value from this visit: not one that the merchant's page prefilled, such as
 * a returning guest's name or a preselected country, unless it was touched.
 */
function isFilled(field: Element, wasTouched: boolean): boolean {
  const { type, value, defaultValue, checked, defaultChecked } = field as HTMLInputElement;
  const option = (field as HTMLSelectElement).selectedOptions?.[0];
  const isBox = /checkbox|radio/.test(type);
  let isPrefilled = isBox ? defaultChecked : value === defaultValue;
  if (option) isPrefilled = option.defaultSelected || !option.index;
  return !!(isBox ? checked : value) && (wasTouched || !isPrefilled);
}

/** On going back or reloading, the browser restores the form without an event. */
function touchRestored(): void {
  if (navigationType() === "navigate") return;
  const touch = () => {
    for (const field of document.querySelectorAll<Field>(fieldSelector)) {
      if (field.value) touched.add(field);
    }
  };
  touch();
  listen({ pageshow: touch }, true);
}

export function watchSubmit(): void {
  touchRestored();
  listen(
    {
      input(_, [field]: [EventTarget]) {
        touched.add(field);
      },
      submit({ isTrusted: trusted }, [form]: [EventTarget]) {
        let filledFields = 0;
        let touchedFields = 0;
        let hiddenFilled = 0;
        // Not `form.elements`, which is a control where the page has one of that name.
        for (const field of document.querySelectorAll<Field>(fieldSelector)) {
          const wasTouched = touched.has(field);
          if (field.form !== form || !isFilled(field, wasTouched)) continue;
          filledFields++;
          if (!wasTouched) continue;
          touchedFields++;
          // A page's own script fills such a field without an event; autofill is recognised.
          if (isHidden(field) && !isAutofilled(field)) hiddenFilled++;
        }
        emit({ kind: "submit", trusted, filledFields, touchedFields, hiddenFilled });
        // At once: the checkout's server is about to request this booking's score.
        flush();
      },
    },
    true,
  );
}
