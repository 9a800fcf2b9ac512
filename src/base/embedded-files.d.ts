// Files that Bun carries into the executable as text or as they are.
declare module "*.sql" {
  const text: string;
  export default text;
}
declare module "*.md" {
  const path: string;
  export default path;
}
declare module "*.bash" {
  const text: string;
  export default text;
}
declare module "*.zsh" {
  const text: string;
  export default text;
}
declare module "*.fish" {
  const text: string;
  export default text;
}
declare module "*.onnx" {
  const path: string;
  export default path;
}
