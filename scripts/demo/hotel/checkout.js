// The only line a merchant's page needs: hand the tab's collection id to the own server.
document.querySelector("form").addEventListener("submit", (event) => {
  event.target.elements.collectionId.value = window.Service?.getCollectionId() ?? "";
});
