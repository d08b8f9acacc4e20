"""A prior-fitted network: a table of known rows and asked rows goes in, the answers for the asked rows come out.

Each cell is a token, and so is the target of each row. In each layer the tokens of a row attend to each other; then the cells of a
column attend to a few summaries of the column's known cells, and the targets attend to all known targets. So the cost grows with
rows x columns and, for the targets alone, with rows squared. There are no biases and no learned scales, so that the reader is short.
"""
import json
import math

import torch
from safetensors import safe_open
from torch import nn
from torch.nn.functional import one_hot, relu, scaled_dot_product_attention

CLASSES = 10
HATS = 8
CODE = 16
BINS = 64
MOST_SPREADS = 5.0
#: Centres of the bins of a standardised number.
CENTRES = torch.linspace(-1, 1, BINS).pow(3) * 2.6 + torch.linspace(-1, 1, BINS) * 2.4


def hats(x, count, half):
    """How near x is to each of `count` points from -half to half: 1 at a point, 0 from the next one on."""
    points = torch.linspace(-half, half, count, device=x.device)
    return relu(1 - (x[..., None] - points).abs() * ((count - 1) / (2 * half)))


def describe_cells(inputs, known):
    """Inputs of a cell: its standardised value and hats of its rank among the known rows of its column."""
    first = inputs[:, :known]
    mean, spread = first.mean(1, keepdim=True), first.std(1, keepdim=True, correction=0)
    value = ((inputs - mean) / spread.clamp(min=1e-9)).clamp(-MOST_SPREADS, MOST_SPREADS)
    ordered = first.transpose(1, 2).contiguous().sort(-1).values
    asked = inputs.transpose(1, 2).contiguous()
    below = torch.searchsorted(ordered, asked) + torch.searchsorted(ordered, asked, right=True)
    rank = (below / known - 1).transpose(1, 2)
    return torch.cat([value[..., None], hats(rank, HATS, 1.0)], -1)


def norm(x):
    return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-6)


def linear(inputs, outputs, scale=1.0):
    return nn.Parameter(torch.randn(inputs, outputs) * (scale / inputs**0.5))


class Layer(nn.Module):
    def __init__(self, width, heads, summaries, is_last):
        super().__init__()
        self.heads, self.is_last = heads, is_last
        self.row = nn.ParameterList([linear(width, width) for _ in range(4)])
        self.target = nn.ParameterList([linear(width, width) for _ in range(4)])
        # Targets begin by attending to rows that look like theirs, a smoother that is learned on from there.
        self.target[1].data.copy_(self.target[0].data)
        self.length = nn.Parameter(torch.full((heads,), 0.4))
        self.up, self.down = linear(width, 2 * width), linear(2 * width, width, 0.3)
        if not is_last:
            self.asks = nn.Parameter(torch.randn(summaries, width))
            self.column = nn.ParameterList([linear(width, width) for _ in range(5)] + [linear(width, width, 0.3)])

    def attend(self, q, k, v, scale=None):
        """Attention of (..., tokens, width) with heads; `scale` is one more factor for each head."""
        q, k, v = (x.unflatten(-1, (self.heads, -1)).transpose(-3, -2) for x in (q, k, v))
        if scale is not None:
            q = q * scale[:, None, None]
        return scaled_dot_product_attention(q, k, v).transpose(-3, -2).flatten(-2)

    def forward(self, tokens, known):
        """Tokens are tables x rows x (columns + 1) x width, the target of each row last."""
        h = norm(tokens)
        asking = h[:, :, -1:] if self.is_last else h
        within = self.attend(asking @ self.row[0], h @ self.row[1], h @ self.row[2]) @ self.row[3]
        tokens = (tokens[:, :, -1:] if self.is_last else tokens) + within
        h = norm(tokens)
        moved = self.compare_targets(h[:, :, -1], known)[:, :, None]
        if not self.is_last:
            moved = torch.cat([self.summarise_columns(h[:, :, :-1], known), moved], 2)
        tokens = tokens + moved
        return tokens + relu(norm(tokens) @ self.up) @ self.down

    def compare_targets(self, h, known):
        """Attention grows sharper with the number of known rows, so that it does not fade in longer tables."""
        wq, wk, wv, wo = self.target
        scale = self.length * math.log(known)
        return self.attend(h @ wq, h[:, :known] @ wk, h[:, :known] @ wv, scale) @ wo

    def summarise_columns(self, h, known):
        wk, wv, wq, wk2, wv2, wo = self.column
        cells = h.transpose(1, 2)
        first = cells[:, :, :known]
        asks = self.asks.expand(*cells.shape[:2], -1, -1)
        summary = norm(self.attend(asks, first @ wk, first @ wv))
        return (self.attend(cells @ wq, summary @ wk2, summary @ wv2) @ wo).transpose(1, 2)


class PriorFittedNetwork(nn.Module):
    def __init__(self, width=64, heads=4, layers=3, summaries=8):
        super().__init__()
        self.shape = dict(width=width, heads=heads, layers=layers, summaries=summaries)
        self.cell, self.code = linear(1 + HATS, width), linear(CODE, width)
        self.classes, self.number = nn.Parameter(0.3 * torch.randn(CLASSES, width)), linear(1 + HATS, width, 0.3)
        self.unknown = nn.Parameter(0.3 * torch.randn(2, width))
        self.layers = nn.ModuleList(Layer(width, heads, summaries, place == layers - 1) for place in range(layers))
        self.to_classes, self.to_bins = linear(width, CLASSES), linear(width, BINS)

    def forward(self, inputs, targets, known, is_class, codes):
        """Raw scores of the rows after `known`: classes, or bins of the standardised target. `codes` tell columns apart."""
        cells = describe_cells(inputs, known) @ self.cell + (codes @ self.code)[:, None]
        first = targets[:, :known]
        if is_class:
            told = self.classes[first.long()]
        else:
            told = torch.cat([first[..., None], hats(first, HATS, 2.5)], -1) @ self.number
        asked = self.unknown[0 if is_class else 1].expand(len(inputs), inputs.shape[1] - known, -1)
        tokens = torch.cat([cells, torch.cat([told, asked], 1)[:, :, None]], 2)
        for layer in self.layers:
            tokens = layer(tokens, known)
        out = norm(tokens[:, known:, 0])
        return out @ (self.to_classes if is_class else self.to_bins)


def hide_absent(scores, targets, known):
    """Classes that no known row has cannot be answered."""
    present = one_hot(targets[:, :known].long(), CLASSES).amax(1)
    return scores.masked_fill(present[:, None] == 0, -30.0)


def load_network(path):
    """The network of an exported file, and its codes of columns."""
    with safe_open(path, "pt") as file:
        about = json.loads(file.metadata()["prior"])
        tensors = {name: file.get_tensor(name).float() for name in file.keys()}
    codes = tensors.pop("codes")
    network = PriorFittedNetwork(*(about[name] for name in ("width", "heads", "layers", "summaries")))
    network.load_state_dict(tensors)
    return network, codes
