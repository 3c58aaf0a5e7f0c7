// The front end's unit tests: no browser, jsdom's page.

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["tests/front/*.test.ts"], environment: "jsdom", setupFiles: ["tests/front/browser.ts"], restoreMocks: true },
});
