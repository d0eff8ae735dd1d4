/** In the page: scrolls a list 60 px with each frame for three seconds, and says on the console how many frames and long tasks there were. */
(() => {
  const box = document.querySelector(".list-table .ant-table-body");
  const told = { frames: 0, longTasks: 0 };
  const observer = new PerformanceObserver((entries) => {
    told.longTasks += entries.getEntries().length;
  });
  observer.observe({ entryTypes: ["longtask"] });
  const end = performance.now() + 3000;
  requestAnimationFrame(function step() {
    box.scrollTop += 60;
    told.frames += 1;
    if (performance.now() < end) return requestAnimationFrame(step);
    observer.disconnect();
    console.debug(`scrolled ${JSON.stringify(told)}`);
  });
})();
