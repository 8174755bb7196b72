import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { describeSubject, type PeerSubject } from '../../subjects/subjects.js';
import { Operation } from '../../http/open-api/operation.decorator.js';
import EXAMPLES from '../rankings.examples.json' with { type: 'json' };
import { CreatorPeersRequest, PeersResponse, ProductPeersRequest, ShopPeersRequest } from './peers.requests.js';
import { PeersService } from './peers.service.js';

const PeersOperation = (subject: PeerSubject) =>
  Operation({
    scope: 'ranking',
    summary: `Place of a ${subject} among its peers`,
    description: `Compares the row of a ${subject} in a ranking with the other rows of the same kind: place, share of smaller values, quartiles and the mean of the five largest, of each figure, exact.`,
    subject: describeSubject(subject),
    response: PeersResponse,
    examples: EXAMPLES.peers[subject],
  });

type PeersMethods = Readonly<Record<`compare${Capitalize<PeerSubject>}WithPeers`, unknown>>;

/** The place of a row of a ranking among rows like it. */
@ApiTags('Rankings')
@Controller()
export class PeersController implements PeersMethods {
  constructor(private readonly peers: PeersService) {}

  @Post('creator/v1/peers')
  @PeersOperation('creator')
  compareCreatorWithPeers(@Body() request: CreatorPeersRequest) {
    return this.peers.compare('creator', request);
  }

  @Post('product/v1/peers')
  @PeersOperation('product')
  compareProductWithPeers(@Body() request: ProductPeersRequest) {
    return this.peers.compare('product', request);
  }

  @Post('shop/v1/peers')
  @PeersOperation('shop')
  compareShopWithPeers(@Body() request: ShopPeersRequest) {
    return this.peers.compare('shop', request);
  }
}
