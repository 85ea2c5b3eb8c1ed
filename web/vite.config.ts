import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// Beside `npm run dev -w web` runs a server: `npm start`.
const SERVER = process.env.DEV_SERVER_URL ?? "http://127.0.0.1:3000";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "/app/",
  plugins: [react()],
  resolve: { alias: { "@junctor/sdk": fileURLToPath(new URL("../sdk/src/index.ts", import.meta.url)) } },
  build: { target: "es2022", assetsInlineLimit: 0, chunkSizeWarningLimit: 800, manifest: true },
  server: { proxy: { "/api": SERVER, "/docs": SERVER, "/connect": SERVER } },
});
