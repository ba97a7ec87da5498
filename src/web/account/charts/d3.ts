/** What the charts take of d3. For the browser vite.config.ts builds this file apart, and with it nothing else of d3. */
export { bisectCenter, tickStep } from 'd3-array'
export { scaleLinear, scaleTime } from 'd3-scale'
export { area, curveStepAfter, line } from 'd3-shape'
