import type { MetadataRoute } from "next";

/** Name, colours and signs of the product on a home screen. The colours are `--surface` and `--canvas` of the dark theme. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    name: "svc",
    short_name: "svc",
    start_url: "/",
    display: "standalone",
    background_color: "#0b0e11",
    theme_color: "#11151a",
    icons: [
      { src: "/icon.svg", type: "image/svg+xml", sizes: "any" },
      { src: "/apple-icon.png", type: "image/png", sizes: "180x180" },
    ],
  };
}
