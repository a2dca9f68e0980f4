import type { Layout } from "#components/trading/view/view.ts";

type Places = { main: string; chart: string; book: string; ticket: string; tables: string };

/**
 * Where the panels stand on wide screens. The order in the page is the same in all of them, and below 1024 px there is
 * one column, whatever the layout.
 */
export const PLACES: Readonly<Record<Layout, Places>> = {
  standard: {
    main: "lg:grid-cols-[minmax(0,1fr)_232px_272px] lg:grid-rows-[minmax(0,1fr)_232px] xl:grid-cols-[minmax(0,1fr)_288px_308px] xl:grid-rows-[minmax(0,1fr)_256px]",
    chart: "",
    book: "",
    ticket: "lg:row-span-2",
    tables: "lg:col-span-2",
  },
  focus: {
    main: "lg:grid-cols-[minmax(0,1fr)_272px] lg:grid-rows-[minmax(0,1fr)_200px] xl:grid-cols-[minmax(0,1fr)_308px]",
    chart: "",
    book: "lg:hidden",
    ticket: "lg:row-span-2",
    tables: "",
  },
  ladder: {
    main: "lg:grid-cols-[272px_minmax(0,1fr)_272px] lg:grid-rows-[minmax(0,1fr)_232px] xl:grid-cols-[380px_minmax(0,1fr)_308px] xl:grid-rows-[minmax(0,1fr)_256px]",
    chart: "lg:col-start-2 lg:row-start-1",
    book: "lg:col-start-1 lg:row-start-1 lg:row-span-2",
    ticket: "lg:col-start-3 lg:row-start-1 lg:row-span-2",
    tables: "lg:col-start-2 lg:row-start-2",
  },
};
