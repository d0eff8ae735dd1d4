/*
 * The look that the viewer chose on this device, put at the document before anything of it is painted (docs/decisions/119). It is a file, as
 * scripts within a page are refused (docs/decisions/59). Whoever changes the choice says so by the event `look`; what has taken effect is told
 * by `looked`. What is printed is light.
 */
(() => {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  let isPrinting = false;
  const chosen = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // where a browser keeps nothing, the system's look it is
    }
  };
  const tint = () => {
    const meta = document.querySelector('meta[name="theme-color"]');
    if (meta !== null) meta.content = getComputedStyle(root).getPropertyValue("--bar-tint").trim();
  };
  const apply = () => {
    const look = chosen("look");
    const isDark = look === "dark" || (look !== "light" && system.matches);
    root.dataset.look = isDark && !isPrinting ? "dark" : "light";
    root.dataset.density = chosen("density") === "compact" ? "compact" : "standard";
    if (document.readyState !== "loading") tint();
    dispatchEvent(new Event("looked"));
  };
  const printing = (is) => () => {
    isPrinting = is;
    apply();
  };
  addEventListener("look", apply);
  addEventListener("storage", apply);
  addEventListener("beforeprint", printing(true));
  addEventListener("afterprint", printing(false));
  addEventListener("DOMContentLoaded", tint);
  system.addEventListener("change", apply);
  apply();
})();
