/** Price candles that turn into the columns of an exchange. */
import { candles, tape } from './candles.ts'
import { exchange, hall, ruledSquare, stairs } from './exchange.ts'
import { rosette } from './rosette.ts'
import { clouds, rays, ruledSky } from './sky.ts'
import { scene } from './window.ts'

const stockTradingView = (prefix: string): string =>
  ruledSky(hall.foot, 5, 1.022) +
  clouds(prefix, [
    [40, 150, 1.1],
    [330, 118, 0.8],
    [1012, 128, 0.8],
  ]) +
  rays(820, 196, 160, 204) +
  tape() +
  rosette(prefix, 820, 196, 1.46) +
  candles(prefix, hall.foot) +
  exchange(prefix) +
  ruledSquare() +
  stairs(prefix)

export const stockTrading = (): string =>
  scene(
    'd',
    'Price candles that turn into the columns of an exchange hall, seen through window panes',
    stockTradingView('d'),
  )
