/** The page at `/docs`: the OpenAPI document as Scalar renders it, with nothing that calls another host. */
import { createApiReference } from "@scalar/api-reference";

/** What the samples of the document call, until the page knows the address of its own service. */
const placeholder = "https://risk.example.com";

async function start() {
  const answer = await fetch("/openapi.json");
  const text = await answer.text();
  createApiReference("#reference", {
    content: text.replaceAll(placeholder, location.origin),
    theme: "none",
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: "never",
    // A secret key does not belong into a page.
    hideTestRequestButton: true,
    hideClientButton: true,
    // Each operation has samples of its own.
    hiddenClients: true,
    documentDownloadType: "direct",
    defaultOpenAllTags: true,
    operationTitleSource: "summary",
  });
}

/** What assistive technology needs, and Scalar's elements lack. */
function completeElements() {
  // The list of a search is open as long as its field is there.
  const fields = document.querySelectorAll("[role=combobox]:not([aria-expanded])");
  for (const field of fields) field.setAttribute("aria-expanded", "true");
  // Around an open menu, which has the focus already: they are hidden, so the Tab key must not reach them.
  const guards = document.querySelectorAll("[data-headlessui-focus-guard]:not([tabindex])");
  for (const guard of guards) guard.setAttribute("tabindex", "-1");
}

new MutationObserver(completeElements).observe(document.body, { childList: true, subtree: true });
start();
