/** Forms submitted, and how many of their filled fields anybody filled by hand. */
import { emit, flush, listen } from "../watch.ts";
import { type Field, fieldSelector, isAutofilled, isUnseen } from "./fields.ts";
import { loadedBy } from "./page.ts";

/** Fields that got an input event of any cause, or were restored by the browser. */
const touched = new WeakSet<EventTarget>();

/**
 * A field holds a value of the visit's own: not one that the merchant's page came with, such as a
 * returning guest's name or a preselected country, unless somebody touched it.
 */
function isFilled(field: Element, wasTouched: boolean): boolean {
  const { type, value, defaultValue, checked, defaultChecked } = field as HTMLInputElement;
  const option = (field as HTMLSelectElement).selectedOptions?.[0];
  const isBox = /checkbox|radio/.test(type);
  let isGiven = isBox ? defaultChecked : value === defaultValue;
  if (option) isGiven = option.defaultSelected || !option.index;
  return !!(isBox ? checked : value) && (wasTouched || !isGiven);
}

/** Going back or reloading, the browser fills the form as it was, and says nothing. */
function touchRestored(): void {
  if (loadedBy() === "navigate") return;
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
      input({ target }) {
        touched.add(target as Field);
      },
      submit({ target, isTrusted: trusted }) {
        let filledFields = 0;
        let touchedFields = 0;
        let hiddenFilled = 0;
        for (const field of (target as HTMLFormElement).elements) {
          const wasTouched = touched.has(field);
          if (!field.matches(fieldSelector) || !isFilled(field, wasTouched)) continue;
          filledFields++;
          if (!wasTouched) continue;
          touchedFields++;
          // A page's own script fills such a field in silence, a browser's form filler is known.
          if (isUnseen(field as Field) && !isAutofilled(field)) hiddenFilled++;
        }
        emit({ kind: "submit", trusted, filledFields, touchedFields, hiddenFilled });
        // At once: the checkout's own server is about to ask for this booking's score.
        flush();
      },
    },
    true,
  );
}
