document.getElementById("root")!.textContent = "hello";

import "./styles/base.css";
