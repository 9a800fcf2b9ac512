// Does nothing of its own: the test calls the browser's interfaces for tabs in here.
globalThis.awake = true;
