import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const ELEMENT = new URL("../../sdk/src/react.ts", import.meta.url);

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [react()],
  // In this repository, the client library's sources stand in for the package.
  resolve: { alias: { "@junctor/sdk/react": fileURLToPath(ELEMENT) } },
  // If Vite discovered these while serving, it would reload the page.
  optimizeDeps: { include: ["react", "react-dom/client", "react/jsx-dev-runtime"] },
});
