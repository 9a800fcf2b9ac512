/** Style sheets, which the bundler takes from their import. */
declare module "*.css";
