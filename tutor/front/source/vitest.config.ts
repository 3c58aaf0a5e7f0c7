// The front end's unit tests: no browser, jsdom's page. All files share one page a worker, which tests/browser.ts empties before
// each test: to make a page for every file takes three quarters of the time.

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/*.test.ts"],
    environment: "jsdom",
    setupFiles: ["tests/browser.ts"],
    restoreMocks: true,
    isolate: false,
    testTimeout: 120_000, // milliseconds, however slow the machine
  },
});
