/** Gradients and the two checkers, shared by the board and by every chip on the page. */

type Stop = readonly [offset: number, colour: string, opacity?: number]

const token = (name: string): string => `var(--${name})`

function stops(list: readonly Stop[]): string {
  return list
    .map(([offset, colour, opacity]) => {
      const alpha = opacity === undefined ? '' : ` stop-opacity="${opacity}"`
      return `<stop offset="${offset}" stop-color="${colour}"${alpha}/>`
    })
    .join('')
}

function linear(id: string, x: number, y: number, list: readonly Stop[]): string {
  return `<linearGradient id="${id}" x1="0" y1="0" x2="${x}" y2="${y}">${stops(list)}</linearGradient>`
}

function radial(id: string, x: number, y: number, radius: number, list: readonly Stop[]): string {
  return `<radialGradient id="${id}" cx="${x}" cy="${y}" r="${radius}">${stops(list)}</radialGradient>`
}

const SHADE = '#1a0d05'
const CAST = '#140a04'

const gradients = [
  linear('gTop', 0, 1, [[0, token('rail-1')], [0.25, token('rail-2')], [1, token('rail-2')]]),
  linear('gBot', 0, 1, [[0, token('rail-2')], [0.7, token('rail-2')], [1, token('rail-3')]]),
  linear('gLeft', 1, 0, [[0, token('rail-1')], [0.3, token('rail-2')], [1, token('rail-2')]]),
  linear('gRight', 1, 0, [[0, token('rail-2')], [0.7, token('rail-2')], [1, token('rail-3')]]),
  linear('gField', 1, 1, [[0, token('field-1')], [0.55, token('field-3')], [1, token('field-2')]]),
  linear('gField2', -1, 1, [[0, token('field-1')], [0.55, token('field-3')], [1, token('field-2')]]),
  linear('gSh', 0, 1, [[0, SHADE, 0.5], [1, SHADE, 0]]),
  linear('gShL', 1, 0, [[0, SHADE, 0.34], [1, SHADE, 0]]),
  linear('gBrass', 0, 1, [[0, token('brass-1')], [0.5, token('brass-2')], [1, token('brass-3')]]),
  linear('gBarrel', 1, 0, [[0, token('brass-3')], [0.4, token('brass-1')], [1, token('brass-3')]]),
  linear('gDie', 0.6, 1, [[0, token('die-1')], [1, token('die-2')]]),
  linear('gLtE', 1, 0, [[0, token('lt-3')], [0.3, token('lt-1')], [0.7, token('lt-2')], [1, token('lt-3')]]),
  linear('gDkE', 1, 0, [[0, token('dk-3')], [0.35, token('dk-1')], [1, token('dk-3')]]),
  radial('gLt', 0.4, 0.34, 0.72, [[0, token('lt-1')], [0.55, token('lt-2')], [1, token('lt-3')]]),
  radial('gDk', 0.4, 0.32, 0.74, [[0, token('dk-1')], [0.5, token('dk-2')], [1, token('dk-3')]]),
  radial('gCast', 0.5, 0.5, 0.5, [[0, CAST, 0.75], [0.8, CAST, 0.5], [1, CAST, 0]]),
  radial('gHalo', 0.5, 0.5, 0.5, [[0, token('glow'), 0], [0.56, token('glow'), 0], [0.6, token('glow'), 0.75], [1, token('glow'), 0]]),
  linear('gLitUp', 0, 1, [[0, token('lit'), 0.12], [1, token('lit'), 0.6]]),
  linear('gLitDn', 0, 1, [[0, token('lit'), 0.6], [1, token('lit'), 0.12]]),
]

/** Light: a dark rim and two turned grooves. */
const LIGHT = `<g id="ck-w"><circle cy="3.5" cx="1" r="34" fill="url(#gCast)" class="cast"/>
<circle r="30" fill="url(#gLt)" stroke="var(--lt-rim)" stroke-width="1.8"/>
<g fill="none"><circle r="28" stroke="#fff" stroke-opacity=".55"/>
<circle r="21.5" stroke="var(--lt-groove)" stroke-width="1.7"/><circle r="20" stroke="#fff" stroke-opacity=".6"/>
<circle r="12.5" stroke="var(--lt-groove)" stroke-width="1.5"/><circle r="11.2" stroke="#fff" stroke-opacity=".55" stroke-width=".9"/></g></g>`

/** Dark: a boxwood ring and an inlay of four petals. */
const DARK = `<g id="ck-b"><circle cy="3.5" cx="1" r="34" fill="url(#gCast)" class="cast"/>
<circle r="30" fill="url(#gDk)" stroke="var(--dk-rim)" stroke-width="1.8"/>
<g fill="none"><path d="M-25.5-13A28.6 28.6 0 0 1 17-23" stroke="#fff" stroke-opacity=".28" stroke-width="1.4" stroke-linecap="round"/>
<circle r="24" stroke="var(--dk-ring)" stroke-width="2.3"/></g>
<g fill="var(--dk-ring)"><path id="petal" d="M0-15.5C4.4-11 4.4-7 0-2.8C-4.4-7-4.4-11 0-15.5Z"/>
<use href="#petal" transform="rotate(90)"/><use href="#petal" transform="rotate(180)"/><use href="#petal" transform="rotate(270)"/></g></g>`

export const DEFS = gradients.join('') + LIGHT + DARK
