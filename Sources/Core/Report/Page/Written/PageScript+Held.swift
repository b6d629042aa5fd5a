// Written by Scripts/assets from Assets/held.js.

extension PageScript {
    /// Draws what the page in a file holds.
    static let held = #"""
        const start = (data) => {
          const app = new App(data, document.getElementById("page"));
          app.start();
          return app;
        };
        const held = document.getElementById("data");
        window.kinescope = { start, app: held ? start(unpacked(JSON.parse(held.textContent))) : null };
        """#
}
