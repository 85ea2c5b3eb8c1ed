import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// `npm run dev` says where its server is.
const SERVER = process.env.DEV_SERVER_URL ?? "http://127.0.0.1:3000";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "/app/",
  plugins: [react()],
  resolve: { alias: { "@junctor/sdk": fileURLToPath(new URL("../sdk/src/index.ts", import.meta.url)) } },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
    manifest: true,
    rolldownOptions: {
      output: {
        // One file of what most pages need: many small ones are larger together, compressed each by itself.
        codeSplitting: {
          groups: [{ name: "common", test: /web.src|@mantine|@tabler/, minShareCount: 50 }],
        },
      },
    },
  },
  // Everything but the dashboard comes from the server.
  server: { proxy: { "^/(?!app(/|$))": SERVER } },
});
