// The front end's unit tests: no browser, jsdom's page.

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["tests/*.test.ts"], environment: "jsdom", setupFiles: ["tests/browser.ts"], restoreMocks: true },
});
