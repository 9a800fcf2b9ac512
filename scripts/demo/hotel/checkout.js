const form = document.querySelector("form");
const button = form.querySelector("button");

// All that a merchant's page has to do: send the tab's collection ID to its own server.
form.addEventListener("submit", () => {
  form.elements.collectionId.value = window.Service?.getCollectionId() ?? "";
  button.disabled = true; // A double click books once.
});
// Somebody who comes back to the page can book again.
addEventListener("pageshow", () => {
  button.disabled = false;
});
