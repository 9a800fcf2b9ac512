// Does nothing of its own: the test calls the browser's interfaces for tabs in here.
chrome.runtime.onStartup.addListener(() => {}); // Else it sleeps where the browser starts again.
globalThis.awake = true;
