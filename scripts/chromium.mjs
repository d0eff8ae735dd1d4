import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const PLACES = ["/usr/bin", "/usr/local/bin", "/snap/bin", "/opt/google/chrome"];
const APPS = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"];

/** Path of a Chromium for the browser tests: $CHROMIUM, one that is installed, else one it installs itself; null if all fails. */
export async function findChromium() {
  return installed() ?? (await playwrightsOwn()) ?? (installFromDebian() ? installed() : null) ?? (await installPlaywrights());
}

function installed() {
  const candidates = [process.env.CHROMIUM, ...PLACES.flatMap((place) => NAMES.map((name) => `${place}/${name}`)), ...APPS];
  return candidates.find((path) => path && isExecutable(path)) ?? null;
}

/** Path of a Chromium that draws pages only, no window around them and no PDF in them, in half the time; null: there is none. */
export function findLightChromium() {
  return PLACES.map((place) => `${place}/chromium-headless-shell`).find(isExecutable) ?? null;
}

async function playwrightsOwn() {
  const { chromium } = await import("@playwright/test");
  const path = chromium.executablePath();
  return path && isExecutable(path) ? path : null;
}

function installFromDebian() {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  console.log("No Chromium found: installing Debian's with apt-get (apt-get install chromium fonts-noto-cjk) …");
  const quiet = { stdio: "ignore" };
  return (
    spawnSync("apt-get", ["update"], quiet).status === 0 &&
    spawnSync("apt-get", ["install", "-y", "--no-install-recommends", "chromium", "fonts-noto-cjk"], quiet).status === 0
  );
}

async function installPlaywrights() {
  console.log("No Chromium found: installing Playwright's (npx playwright install chromium) …");
  spawnSync("npx", ["playwright", "install", "chromium"], { stdio: "inherit" });
  return playwrightsOwn();
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
