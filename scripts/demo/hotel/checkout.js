// All that a merchant's page has to do: send the tab's collection ID to its own server.
document.querySelector("form").addEventListener("submit", (event) => {
  event.target.elements.collectionId.value = window.Service?.getCollectionId() ?? "";
});
