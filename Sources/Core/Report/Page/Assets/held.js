// Draws what the page in a file holds.

const start = (data) => {
  const app = new App(data, document.getElementById("page"));
  app.start();
  return app;
};
const held = document.getElementById("data");
window.kinescope = { start, app: held ? start(unpacked(JSON.parse(held.textContent))) : null };
